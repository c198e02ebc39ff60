import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ValidationError } from '../errors'
import { useEnvironment } from '../testing/environment'
import { aNameServer, type NameServer } from '../testing/servers/name-server'
import { asList, isDialable, ownAddresses } from './address'
import { networksAllowedBy, parseNetworks } from './networks'
import { checkTargetUrl, normalizeTargetUrl } from './target-url'

useEnvironment({ NEXTAUTH_URL: 'http://localhost:3000' })

let names: NameServer

beforeAll(async () => {
  names = await aNameServer()
  names.set('public.example', ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])
  names.set('private.example', ['10.1.2.3'])
  names.set('mixed.example', ['93.184.215.14', '192.168.0.7'])
  names.set('mixed6.example', ['93.184.215.14', 'fd12::1'])
  names.set('mapped.example', ['::ffff:169.254.169.254'])
  names.set('broken.example', 'SERVFAIL')
})

afterAll(() => names.close())

const sentencesOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof ValidationError ? error.details : error
  }
  return null
}

describe('normalizeTargetUrl', () => {
  it.each([
    ['https://ex.com/a', 'https://ex.com/a'],
    ['HTTPS://Ex.com:443/a', 'https://ex.com/a'],
    ['https://ex.com./a', 'https://ex.com/a'],
    ['https://ex.com', 'https://ex.com/'],
    ['https://ex.com/a#part', 'https://ex.com/a'],
    ['https://ex.com:8443/a?b=1&c=%20', 'https://ex.com:8443/a?b=1&c=%20'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://93.184.215.14/', 'https://93.184.215.14/'],
    ['https://[2606:2800:21F::1]/', 'https://[2606:2800:21f::1]/'],
  ])('normalizeTargetUrl turns %s into %s', (written, normalized) => {
    expect(normalizeTargetUrl(written)).toBe(normalized)
    expect(normalizeTargetUrl(normalized)).toBe(normalized)
  })

  it('normalizeTargetUrl keeps addresses distinct that differ in path, path case or query', () => {
    const different = ['https://ex.com/a', 'https://ex.com/a/', 'https://ex.com/a?x', 'https://ex.com/A']
    expect(new Set(different.map((url) => normalizeTargetUrl(url))).size).toBe(4)
  })

  it.each([
    ['http://ex.com/', 'Use https: events are not sent over an unencrypted connection.'],
    ['ftp://ex.com/', 'Enter an https address such as https://example.com/webhooks.'],
    ['ex.com', 'Enter an https address such as https://example.com/webhooks.'],
    ['', 'Enter an https address such as https://example.com/webhooks.'],
    ['https:ex.com', 'Enter an https address such as https://example.com/webhooks.'],
    ['https:///ex.com', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://ex.com\\@evil.example/', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://ex.com/\ta', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://ex.com/\u0000', 'Enter an https address such as https://example.com/webhooks.'],
    [' https://ex.com/', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://ex.com/\ud800', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://a..b.example/', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://-bad.example/', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://ex.com../', 'Enter an https address such as https://example.com/webhooks.'],
    ['https://user@ex.com/', 'Remove the user name and password from the address.'],
    ['https://:pw@ex.com/', 'Remove the user name and password from the address.'],
    ['https://ex.com:0/', 'This port is not used for https. Choose another one.'],
    ['https://ex.com:25/', 'This port is not used for https. Choose another one.'],
    ['https://ex.com:6667/', 'This port is not used for https. Choose another one.'],
    ['https://intranet/', 'Enter a full host name, such as example.com.'],
    ['https://foo.internal/', 'This host name only works inside a private network. Use a public one.'],
    ['https://foo.LOCAL./', 'This host name only works inside a private network. Use a public one.'],
    ['https://foo.localhost/', 'This host name only works inside a private network. Use a public one.'],
    ['https://router.home.arpa/', 'This host name only works inside a private network. Use a public one.'],
    [`https://ex.com/${'a'.repeat(2040)}`, 'Use at most 2048 characters.'],
    [`https://ex.com/${'é'.repeat(1000)}`, 'This address is too long. Use a shorter one.'],
    ['https://localhost:3000/s/x', 'This is the address of this service. Enter the address of your receiver.'],
  ])('normalizeTargetUrl refuses %j', (url, sentence) => {
    expect(sentencesOf(() => normalizeTargetUrl(url))).toEqual({ hookUrl: [sentence] })
  })
})

describe('checkTargetUrl', () => {
  const check = (url: string) => checkTargetUrl(url, 'hookUrl', names)

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://0177.0.0.1/',
    'https://１２７.0.0.1/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://168.63.129.16/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[2002:0a00:0001::1]/',
    'https://[fe80::1]/',
    'https://[fd00::1]/',
    'https://localhost/',
    'https://private.example/',
    'https://mixed.example/',
    'https://mixed6.example/',
    'https://mapped.example/',
  ])('checkTargetUrl refuses %s as private without revealing the resolved address', async (url) => {
    await expect(check(url)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { hookUrl: ['This address leads to a private network. Use a public one.'] },
    })
  })

  it('checkTargetUrl reports the error on the given input field', async () => {
    await expect(checkTargetUrl('https://10.0.0.1/', 'steps.2.webhookUrl', names)).rejects.toMatchObject({
      details: { 'steps.2.webhookUrl': [expect.any(String)] },
    })
  })

  it('checkTargetUrl accepts a public host name and returns the normalized address', async () => {
    expect(await check('HTTPS://Public.example:443')).toBe('https://public.example/')
  })

  it.each(['https://missing.example/', 'https://broken.example/'])(
    'checkTargetUrl accepts %s although its host name does not resolve',
    async (url) => {
      expect(await check(url)).toBe(url)
    },
  )

  it('checkTargetUrl resolves the host name again on every check', async () => {
    names.set('turning.example', ['93.184.215.14'])
    expect(await check('https://turning.example/')).toBe('https://turning.example/')
    names.set('turning.example', ['172.16.0.1'])
    await expect(check('https://turning.example/')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})

describe('addresses of this machine', () => {
  const none = parseNetworks([])
  const own = asList(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])

  it.each([
    '93.184.215.14',
    '::ffff:93.184.215.14',
    '64:ff9b::93.184.215.14',
    '2002:5db8:d70e::1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
  ])('isDialable refuses the public address %s if it belongs to this machine', (address) => {
    expect([isDialable(address, none, asList([])), isDialable(address, none, own)]).toEqual([true, false])
  })

  it('ownAddresses contains every network interface address of this machine', () => {
    const known = Object.values(networkInterfaces()).flatMap((held) => held ?? [])
    expect(known.length).toBeGreaterThan(0)
    for (const { address, family } of known)
      expect(ownAddresses().check(address, family === 'IPv4' ? 'ipv4' : 'ipv6')).toBe(true)
  })
})

describe('isDialable', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:0808:0808::1',
    '2606:4700::200:5efe:8.8.8.8',
  ])('isDialable accepts the public address %s', (address) => {
    expect(isDialable(address, parseNetworks([]))).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '168.63.129.16',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.1.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::8',
    '::ffff:10.0.0.1',
    '::ffff:0:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '100::1',
    '1000::1',
    '2001::1',
    '2001:0:7f00:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2606:4700::5efe:10.0.0.1',
    '2606:4700::200:5efe:10.0.0.1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'example.com',
    '',
    '127.1',
  ])('isDialable refuses the non-public or invalid address %j', (address) => {
    expect(isDialable(address, parseNetworks([]))).toBe(false)
  })

  it('isDialable accepts addresses of allowed networks in any spelling, and no other private ones', () => {
    const allowed = parseNetworks(['127.0.0.0/8', 'fd12:3456::/64'])
    expect(
      ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', 'fd12:3456::9'].map((address) => isDialable(address, allowed)),
    ).toEqual([true, true, true, true])
    expect(['10.0.0.1', '::1', 'fd12:3457::9'].map((address) => isDialable(address, allowed))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('isDialable refuses a loopback address by default', () => {
    expect(isDialable('127.0.0.1')).toBe(false)
  })
})

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
    expect(isDialable('127.0.0.1', networksAllowedBy(here))).toBe(true)
    expect(isDialable('127.0.0.1', networksAllowedBy({ ...here, baseUrl: 'http://127.0.0.1:3000' }))).toBe(true)
  })

  it('WEBHOOK_ALLOWED_CIDRS may not allow loopback in a deployment', () => {
    expect(() => networksAllowedBy({ ...here, isVercel: true })).toThrow(/only for trials/)
    expect(() => networksAllowedBy({ ...here, baseUrl: 'https://feedback.example.com' })).toThrow(/only for trials/)
    expect(() => networksAllowedBy({ ...here, baseUrl: 'https://127.0.0.1.example.com' })).toThrow(/only for trials/)
  })

  it('WEBHOOK_ALLOWED_CIDRS may only allow single public addresses in a deployment, own ones included', () => {
    const deployment = { ...here, baseUrl: 'https://feedback.example.com' }
    const own = asList(['93.184.215.14'])
    const allowed = networksAllowedBy({ ...deployment, webhookAllowedCidrs: ['93.184.215.14/32'] })
    expect([isDialable('93.184.215.14', parseNetworks([]), own), isDialable('93.184.215.14', allowed, own)]).toEqual([
      false,
      true,
    ])
    for (const cidr of ['93.184.215.0/24', '10.0.0.1/32', '168.63.129.16/32', '::1/128', 'fd12::1/128'])
      expect(() => networksAllowedBy({ ...deployment, webhookAllowedCidrs: [cidr] })).toThrow(/single public addresses/)
  })
})
