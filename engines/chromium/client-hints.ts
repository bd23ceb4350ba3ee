import { userAgentOf } from './arguments.ts'

/**
 * What a browser tells of itself in parts. Source: User-Agent Client Hints, and `Emulation.UserAgentMetadata` of the
 * DevTools protocol.
 */
export interface ClientHints {
  userAgent: string
  userAgentMetadata: {
    brands: Brand[]
    fullVersionList: Brand[]
    platform: string
    platformVersion: string
    architecture: string
    bitness: string
    model: string
    mobile: boolean
  }
}

interface Brand {
  brand: string
  version: string
}

/**
 * The hints of a desktop Chromium of this version, such as "Chromium 156.0.8078.79": a browser that is started under
 * another user agent keeps its versions and its system to itself, which no visitor's does.
 */
export function clientHints(version: string, platformVersion: string): ClientHints {
  const full = /\d+(?:\.\d+)+/.exec(version)?.[0] ?? ''
  const major = Number.parseInt(full, 10)
  const brands = (of: string, made: string) => inOrder(major, { brand: 'Chromium', version: of }, madeUp(major, made))
  return {
    userAgent: userAgentOf(version),
    userAgentMetadata: {
      brands: brands(`${major}`, ''),
      fullVersionList: brands(full, '.0.0.0'),
      platform: 'Linux',
      platformVersion,
      architecture: process.arch === 'arm64' ? 'arm' : 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  }
}

/**
 * The brand that there is not, by which Chromium keeps sites from counting on the list. Source: user_agent_utils.cc
 * of Chromium.
 */
function madeUp(major: number, rest: string): Brand {
  const marks = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
  const [before, after] = [marks[major % marks.length], marks[(major + 1) % marks.length]]
  return { brand: `Not${before}A${after}Brand`, version: `${['8', '99', '24'][major % 3]}${rest}` }
}

const inOrder = (major: number, own: Brand, other: Brand) => (major % 2 === 0 ? [other, own] : [own, other])
