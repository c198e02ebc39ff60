import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ValidationError } from '../errors'
import { useEnvironment } from '../testing/environment'
import { aNameServer, type NameServer } from '../testing/servers/name-server'
import { requireAllowedTargetUrl, validateAndNormalizeTargetUrl } from './target-url'

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

const errorDetails = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof ValidationError ? error.details : error
  }
  return null
}

describe('validateAndNormalizeTargetUrl', () => {
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
  ])('validateAndNormalizeTargetUrl turns %s into %s', (written, normalized) => {
    expect(validateAndNormalizeTargetUrl(written)).toBe(normalized)
    expect(validateAndNormalizeTargetUrl(normalized)).toBe(normalized)
  })

  it('validateAndNormalizeTargetUrl keeps addresses distinct that differ in path, path case or query', () => {
    const different = ['https://ex.com/a', 'https://ex.com/a/', 'https://ex.com/a?x', 'https://ex.com/A']
    expect(new Set(different.map((url) => validateAndNormalizeTargetUrl(url))).size).toBe(4)
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
  ])('validateAndNormalizeTargetUrl refuses %j', (url, sentence) => {
    expect(errorDetails(() => validateAndNormalizeTargetUrl(url))).toEqual({ hookUrl: [sentence] })
  })
})

describe('requireAllowedTargetUrl', () => {
  const check = (url: string) => requireAllowedTargetUrl(url, 'hookUrl', names)

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
  ])('requireAllowedTargetUrl refuses %s as private without revealing the resolved address', async (url) => {
    await expect(check(url)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { hookUrl: ['This address leads to a private network. Use a public one.'] },
    })
  })

  it('requireAllowedTargetUrl reports the error on the given input field', async () => {
    await expect(requireAllowedTargetUrl('https://10.0.0.1/', 'steps.2.webhookUrl', names)).rejects.toMatchObject({
      details: { 'steps.2.webhookUrl': [expect.any(String)] },
    })
  })

  it('requireAllowedTargetUrl accepts a public host name and returns the normalized address', async () => {
    expect(await check('HTTPS://Public.example:443')).toBe('https://public.example/')
  })

  it.each(['https://missing.example/', 'https://broken.example/'])(
    'requireAllowedTargetUrl accepts %s although its host name does not resolve',
    async (url) => {
      expect(await check(url)).toBe(url)
    },
  )

  it('requireAllowedTargetUrl resolves the host name again on every check', async () => {
    names.set('turning.example', ['93.184.215.14'])
    expect(await check('https://turning.example/')).toBe('https://turning.example/')
    names.set('turning.example', ['172.16.0.1'])
    await expect(check('https://turning.example/')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })
})
