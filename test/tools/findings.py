# findings.py FILE [--notes] [--without-bytes]: the findings of a JSON document, one a line, sorted: rule, severity, lines
# and names of the accesses, of a race where it is, in which mode, its target and bytes, and further places of the same
# cause. Notes only if asked for.
import json
import sys

document = json.load(open(next(word for word in sys.argv[1:] if not word.startswith('--'))))
lines = set()
for finding in document['findings']:
    if finding['severity'] == 'note' and '--notes' not in sys.argv:
        continue
    sites = [site for site in finding['sites'] if site['role'] == 'access'] or finding['sites'][:1]
    places = sorted((site['line'], site['call']) for site in sites)
    words = [finding['rule'], finding['severity']] + ['%d %s' % place for place in places]
    words += [finding[key] for key in ('where', 'mode') if key in finding]
    words += ['target %d' % finding['target']] if 'target' in finding else []
    if 'bytes' in finding and '--without-bytes' not in sys.argv:
        words.append('bytes %d to %d' % tuple(finding['bytes']))
    words += ['also %d %s' % place for place in sorted((site['line'], site['call']) for site in finding.get('further', []))]
    lines.add((tuple(places), ', '.join(words)))
for _, line in sorted(lines):
    print(line)
if not lines:
    print('none')
