# same-results.py FIRST OTHER...: fails when SARIF documents differ in their rules or results.
import json
import sys


def told(name):
    run = json.load(open(name))['runs'][0]
    return run['tool']['driver']['rules'], run['results']


first = told(sys.argv[1])
assert first[1], 'no results'
for other in sys.argv[2:]:
    if told(other) != first:
        sys.exit('%s tells another story than %s' % (other, sys.argv[1]))
