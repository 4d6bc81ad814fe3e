# damage.py TRACE: cuts the largest chunk of a kept trace in half.
import os
import sys

chunks = [entry for entry in os.scandir(sys.argv[1]) if not entry.name.endswith('.json')]
largest = max(chunks, key=lambda entry: entry.stat().st_size)
os.truncate(largest.path, largest.stat().st_size // 2)
