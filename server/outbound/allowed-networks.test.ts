import { describe, expect, it } from 'vitest'
import { parseAllowedNetworks, parseNetworks } from './allowed-networks'
import { isSafeIpAddress, toIpBlockList } from './safe-ip-address'

describe('WEBHOOK_ALLOWED_CIDRS', () => {
  it.each(['127.0.0.1', '127.0.0.0/33', 'fd00::/129', 'localhost/8', '10.0.0.0/8/8', '10.0.0.0/x'])(
    'WEBHOOK_ALLOWED_CIDRS refuses %s with a message because it is not a network',
    (cidr) => {
      expect(() => parseNetworks([cidr])).toThrow(`WEBHOOK_ALLOWED_CIDRS holds ${cidr}, which is not a network`)
    },
  )

  it.each(['0.0.0.0/0', '10.0.0.0/7', '::/0', 'fd00::/63'])('WEBHOOK_ALLOWED_CIDRS refuses %s as too wide', (cidr) => {
    expect(() => parseNetworks([cidr])).toThrow('too wide')
  })

  const here = { webhookAllowedCidrs: ['127.0.0.0/8'], isVercel: false, baseUrl: 'http://localhost:3000' }

  it('WEBHOOK_ALLOWED_CIDRS may allow loopback if the base URL is a loopback address', () => {
    expect(isSafeIpAddress('127.0.0.1', parseAllowedNetworks(here))).toBe(true)
    expect(isSafeIpAddress('127.0.0.1', parseAllowedNetworks({ ...here, baseUrl: 'http://127.0.0.1:3000' }))).toBe(true)
  })

  it('WEBHOOK_ALLOWED_CIDRS may not allow loopback in a deployment', () => {
    expect(() => parseAllowedNetworks({ ...here, isVercel: true })).toThrow(/only for trials/)
    expect(() => parseAllowedNetworks({ ...here, baseUrl: 'https://feedback.example.com' })).toThrow(/only for trials/)
    expect(() => parseAllowedNetworks({ ...here, baseUrl: 'https://127.0.0.1.example.com' })).toThrow(/only for trials/)
  })

  it('WEBHOOK_ALLOWED_CIDRS may only allow single public addresses in a deployment, own ones included', () => {
    const deployment = { ...here, baseUrl: 'https://feedback.example.com' }
    const own = toIpBlockList(['93.184.215.14'])
    const allowed = parseAllowedNetworks({ ...deployment, webhookAllowedCidrs: ['93.184.215.14/32'] })
    expect([
      isSafeIpAddress('93.184.215.14', parseNetworks([]), own),
      isSafeIpAddress('93.184.215.14', allowed, own),
    ]).toEqual([false, true])
    for (const cidr of ['93.184.215.0/24', '10.0.0.1/32', '168.63.129.16/32', '::1/128', 'fd12::1/128'])
      expect(() => parseAllowedNetworks({ ...deployment, webhookAllowedCidrs: [cidr] })).toThrow(
        /single public addresses/,
      )
  })
})
