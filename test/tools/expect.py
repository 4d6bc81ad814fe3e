# expect.py STATUS COMMAND...: runs the command and succeeds exactly when it exits with STATUS.
import subprocess
import sys

wanted = int(sys.argv[1])
status = subprocess.run(sys.argv[2:]).returncode
status = 128 - status if status < 0 else status
if status != wanted:
    print('expected exit status %d, got %d' % (wanted, status), file=sys.stderr)
sys.exit(0 if status == wanted else 1)
