# many.py COUNT: a document with so many lost requests, and a leak.
import json
import sys


def finding(rule, severity, line):
    site = {'role': 'call', 'rank': 0, 'thread': 0, 'file': 'solver.c', 'line': line, 'column': 3, 'function': 'main',
            'call': 'MPI_Isend', 'stack': []}
    return {'rule': rule, 'severity': severity, 'message': 'message %d' % line, 'ranks': [0], 'sites': [site],
            'confirmed': 'run-only', 'help': '', 'fingerprint': '%016x' % line}


findings = [finding('request-overwrite', 'error', n + 1) for n in range(int(sys.argv[1]))]
findings.append(finding('leak-comm', 'warning', 100))
json.dump({'schema': 1, 'tool': {'name': 'lockstep', 'version': '0'}, 'command': 'run', 'program': 'app', 'ranks': 2,
           'outcome': {'status': 'exited', 'code': 0}, 'coverage': {'calls': 5, 'notModelled': [],
           'notInstrumentedModules': []}, 'findings': findings}, sys.stdout)
