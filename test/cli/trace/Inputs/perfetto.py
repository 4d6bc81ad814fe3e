# perfetto.py FILE: checks the rules of the Trace Event Format that viewers rely on, and prints what is in the file.
import collections
import decimal
import json
import sys

events = json.load(open(sys.argv[1]), parse_float=decimal.Decimal)['traceEvents']  # exact: sums must not be rounded
names = collections.Counter()
open_pairs = {}
slices = collections.defaultdict(list)
last = 0
processes = {event['pid'] for event in events if event['name'] == 'process_name'}
for event in events:
    if event['ph'] == 'M':
        continue
    assert event['ts'] >= last, 'times go back: %s' % event
    last = event['ts']
    assert event['pid'] in processes, event
    names[event['ph'], event.get('cat', 'call'), event['name']] += 1
    key = event.get('cat'), event.get('id')
    if event['ph'] == 'X':
        assert event['dur'] >= 0, event
        slices[event['pid'], event['tid']].append((event['ts'], event['ts'] + event['dur']))
    elif event['ph'] in 'bs':
        assert key not in open_pairs, 'an id is used twice: %s' % event
        open_pairs[key] = event
    else:
        begin = open_pairs[key]
        assert begin is not None and begin['ph'] == {'e': 'b', 'f': 's'}[event['ph']], event
        assert event['ts'] >= begin['ts'] and event['name'] == begin['name'], event
        open_pairs[key] = None
assert not any(open_pairs.values()), 'a pair lacks its end'
for event in events:
    if event['ph'] in 'sf':
        inside = [s for s in slices[event['pid'], event['tid']] if s[0] <= event['ts'] <= s[1]]
        assert inside, 'an arrow hangs in the air: %s' % event
for track in slices.values():
    ends = []
    for begin, end in sorted(track, key=lambda s: (s[0], -s[1])):
        while ends and ends[-1] <= begin:
            ends.pop()
        assert not ends or end <= ends[-1], 'slices overlap without being nested'
        ends.append(end)
for (phase, category, name), count in sorted(names.items()):
    print(phase, category, name, count)
