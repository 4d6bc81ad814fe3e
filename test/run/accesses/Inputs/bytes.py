# bytes.py RECORDS: per segment of rank 0 (up to each MPI_Barrier) how many bytes of window 0 were loaded and stored, and a
# checksum of which; the same lines as random.c prints.
import re
import sys

ACCESS = re.compile(r'rank 0: access site=\d+ (load|store) (\d+) bytes at window 0 \+ (\d+)(?:, (\d+) times by (\d+))?$')
touched = {'load': set(), 'store': set()}
segment = 0
for line in open(sys.argv[1]):
    match = ACCESS.match(line)
    if match:
        kind, size, offset, count, stride = match.groups()
        for i in range(int(count or 1)):
            begin = int(offset) + i * int(stride or 0)
            touched[kind].update(range(begin, begin + int(size)))
    elif line.startswith('rank 0: MPI_Barrier comm'):
        print('segment %d: %s' % (segment, ' '.join('%s %d %d' % (kind, len(bytes_), sum(b * b for b in bytes_))
                                                    for kind, bytes_ in touched.items())))
        touched = {'load': set(), 'store': set()}
        segment += 1
