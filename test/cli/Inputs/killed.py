# killed.py CHUNK RECORDS: truncates the chunk to what a process killed after that many records leaves.
import struct
import sys

name, records = sys.argv[1], int(sys.argv[2])
chunk = bytearray(open(name, 'rb').read())
offset = struct.unpack_from('<I', chunk, 12)[0]
for _ in range(records):
    offset += 8 * struct.unpack_from('<H', chunk, offset + 2)[0]
struct.pack_into('<I', chunk, 44, 0)
struct.pack_into('<Q', chunk, 48, offset)
open(name, 'wb').write(chunk)
