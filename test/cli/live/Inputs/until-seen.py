# until-seen.py WORD FILE COMMAND...: runs the command and makes FILE when a line with WORD comes on its stderr, which a
# program may wait for. Prints what came before on stderr, then a line "-- seen --", then the rest. Ends as the command.
import subprocess
import sys
import threading

word, file = sys.argv[1], sys.argv[2]
process = subprocess.Popen(sys.argv[3:], stderr=subprocess.PIPE, text=True)
limit = threading.Timer(120, process.terminate)
limit.start()
seen = False
for line in process.stderr:
    print(line, end='')
    if not seen and word in line:
        seen = True
        open(file, 'w').close()
        print('-- seen --')
status = process.wait()
limit.cancel()
if not seen:
    print('-- never seen --')
sys.exit(status)
