import { expect, test } from 'bun:test'
import { isBadPort, portOf } from '../../../core/egress-rules/bad-ports.ts'

/** As the standard lists them, without the names of their services. Source: WHATWG Fetch, section 2.9. */
const blocked =
  `0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117
  119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990
  993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080`
    .split(/\s+/)
    .map(Number)

test('the bad ports are those of the standard, and no others', () => {
  const found = Array.from({ length: 65_536 }, (_, port) => port).filter(isBadPort)
  expect(found).toEqual(blocked)
})

test('a URL without a port has the port of its scheme', () => {
  const ports = ['http://a.example/', 'https://a.example/', 'https://a.example:8443/'].map((url) =>
    portOf(new URL(url)),
  )
  expect(ports).toEqual([80, 443, 8443])
})
