# json-has.py FILE PATH=VALUE...: checks values of a JSON document. PATH is keys and indices joined by dots, `#` is a
# length; `PATH~TEXT` asks for a part of the value.
import json
import re
import sys


def at(node, path):
    for key in path.split('.'):
        node = len(node) if key == '#' else node[int(key)] if isinstance(node, list) else node[key]
    return node


document = json.load(open(sys.argv[1]))
for wish in sys.argv[2:]:
    path, relation, value = re.match(r'([\w.#-]+)(=|~)(.*)', wish).groups()
    found = str(at(document, path))
    if found != value if relation == '=' else value not in found:
        sys.exit('%s: %s is %s, expected %s%s\n%s' % (sys.argv[1], path, found, relation, value, json.dumps(document, indent=1)))
