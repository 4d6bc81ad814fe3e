# kept-races.py FILE RACES: checks that the findings in the newest part of the trace of a generated program are separate
# races, including the last ones and not the first; each is in a different function.
import json
import sys

findings = json.load(open(sys.argv[1]))['findings']
functions = set()
for finding in findings:
    races = {site['function'] for site in finding['sites'] if site['function'].startswith('race_')}
    assert len(races) == 1, 'a false alarm: %s' % finding
    assert finding['rule'] in ('rma-race-remote', 'rma-race-local'), finding
    functions |= races
numbers = sorted(int(function.split('_')[1]) for function in functions)
count = int(sys.argv[2])
assert numbers[-2:] == [count - 2, count - 1], 'of %d races these were found: %s' % (count, numbers)
assert numbers[0] > 0, 'all is kept'
