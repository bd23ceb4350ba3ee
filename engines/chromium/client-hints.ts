import { userAgentOf } from './arguments.ts'

/**
 * What a browser reports about itself, in parts. Source: User-Agent Client Hints, and `Emulation.UserAgentMetadata`
 * of the DevTools protocol.
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
 * The client hints of a desktop Chromium of this version, such as "Chromium 156.0.8078.79". A browser that is started
 * with another user agent withholds its versions and its system, which no visitor's browser does.
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

/** The fake brand by which Chromium keeps sites from relying on the list. Source: user_agent_utils.cc of Chromium. */
function madeUp(major: number, rest: string): Brand {
  const marks = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
  const [before, after] = [marks[major % marks.length], marks[(major + 1) % marks.length]]
  return { brand: `Not${before}A${after}Brand`, version: `${['8', '99', '24'][major % 3]}${rest}` }
}

const inOrder = (major: number, own: Brand, other: Brand) => (major % 2 === 0 ? [other, own] : [own, other])
