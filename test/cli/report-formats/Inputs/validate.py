# validate.py SCHEMA FILE...: checks JSON documents against a JSON schema.
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
for name in sys.argv[2:]:
    document = json.load(open(name))
    problems = list(jsonschema.Draft7Validator(schema).iter_errors(document))
    for problem in problems:
        print('%s: /%s: %s' % (name, '/'.join(map(str, problem.absolute_path)), problem.message), file=sys.stderr)
    if problems:
        sys.exit(1)
