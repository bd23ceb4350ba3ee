"""Reads a WARC file with nothing but Python's own library, and checks what its records say of themselves."""

import hashlib
import json
import sys
import zlib

data = sys.stdin.buffer.read()
records = []
while data:
    member = zlib.decompressobj(31)
    record = member.decompress(data)
    assert member.eof, 'a member that does not end'
    data = member.unused_data
    head, rest = record.split(b'\r\n\r\n', 1)
    version, *lines = head.decode('utf-8').split('\r\n')
    assert version == 'WARC/1.1', version
    fields = dict(line.split(': ', 1) for line in lines)
    length = int(fields['Content-Length'])
    block, end = rest[:length], rest[length:]
    assert end == b'\r\n\r\n', 'a record that is not as long as it says'
    algorithm, digest = fields['WARC-Block-Digest'].split(':')
    assert hashlib.new(algorithm, block).hexdigest() == digest, 'another block digest'
    kind = fields['WARC-Type']
    if kind == 'response':
        http_head, payload = block.split(b'\r\n\r\n', 1)
        if b'transfer-encoding: chunked' in http_head.lower():
            chunks, payload = payload, b''
            while True:
                size, chunks = chunks.split(b'\r\n', 1)
                size = int(size.split(b';')[0], 16)
                if size == 0:
                    break
                payload, chunks = payload + chunks[:size], chunks[size + 2 :]
        algorithm, digest = fields['WARC-Payload-Digest'].split(':')
        assert hashlib.new(algorithm, payload).hexdigest() == digest, 'another payload digest'
    records.append({'type': kind, 'url': fields.get('WARC-Target-URI'), 'block': block.hex()})
json.dump(records, sys.stdout)
