# confirmed.py FILE WORD...: the findings say, in the order of their lines, what the run says about them.
import json
import sys

findings = json.load(open(sys.argv[1]))['findings']
findings.sort(key=lambda finding: finding['sites'][0]['line'])
found = [finding['confirmed'] for finding in findings]
if found != sys.argv[2:]:
    sys.exit('%s, expected %s' % (found, sys.argv[2:]))
