"""Compares the maps of datatypes as recorded (first file) with the order in which the library packs their bytes."""
import re
import sys

SIZES = {'MPI_CHAR': 1, 'MPI_SHORT': 2, 'MPI_INT': 4, 'MPI_DOUBLE': 8}
BLOCK = re.compile(r'(\d+)x(\d+) (\w+) at (-?\d+)(?: by (-?\d+))?')


def offsets(blocks):
    for count, elements, name, displacement, stride in BLOCK.findall(blocks):
        for run in range(int(count)):
            start = int(displacement) + run * int(stride or 0)
            yield from range(start, start + int(elements) * SIZES[name])


recorded = [list(offsets(line.split(': ', 2)[2])) for line in open(sys.argv[1]) if ': type ' in line]
packed = [line.split()[1:] for line in open(sys.argv[2]) if line.startswith('packed')]
wrong = [i for i, (a, b) in enumerate(zip(recorded, packed)) if b[:1] != ['too'] and a != [int(word) for word in b]]
for i in wrong[:3]:
    print('type', i, 'recorded', recorded[i][:40], 'packed', packed[i][:40])
print('compared', len(packed), 'of', len(recorded), 'wrong', len(wrong))
