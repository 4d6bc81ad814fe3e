# injected.py DOCUMENT RACES: the findings are the races 0 to RACES-1 of a generated trace (tools/tracegen/Program.h),
# each once, each an error, and nothing else.
import json
import sys

document = json.load(open(sys.argv[1]))
wanted = ['race_%d' % i for i in range(int(sys.argv[2]))]
found = []
for finding in document['findings']:
    races = [site['function'] for site in finding['sites'] if site['function'].startswith('race_')]
    found += races or ['false alarm: ' + finding['message']]
    if finding['severity'] != 'error' or not finding['rule'].startswith('rma-race-'):
        sys.exit('unexpected: %s %s' % (finding['severity'], finding['rule']))
if sorted(found) != sorted(wanted):
    sys.exit('missed %s, too many %s' % (sorted(set(wanted) - set(found)), [f for f in found if f not in wanted]))
