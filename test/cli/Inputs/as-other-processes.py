# as-other-processes.py FROM TO: copies the chunks of one trace into another as those of other processes.
import os
import struct
import sys

for name in os.listdir(sys.argv[1]):
    if not name.endswith('.chunk'):
        continue
    node, pid, rest = name.split('-', 2)
    chunk = bytearray(open(os.path.join(sys.argv[1], name), 'rb').read())
    struct.pack_into('<I', chunk, 32, int(pid) + 5000)
    open(os.path.join(sys.argv[2], '%s-%d-%s' % (node, int(pid) + 5000, rest)), 'wb').write(chunk)
