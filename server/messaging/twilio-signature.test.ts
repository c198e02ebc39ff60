import { describe, expect, it } from 'vitest'
import { isTwilioSignatureValid } from './twilio-signature'

/* Twilio's published examples, and further ones computed as it documents. */

const URL_WITH_QUERY = 'https://mycompany.com/myapp.php?foo=1&bar=2'
const CALL = {
  CallSid: 'CA1234567890ABCDE',
  Caller: '+14158675309',
  Digits: '1234',
  From: '+14158675309',
  To: '+18005551212',
}
const STATUS_URL = 'https://feedback.example.com/api/twilio/status'
const STATUS = {
  AccountSid: `AC${'0'.repeat(32)}`,
  From: '+15005550006',
  MessageSid: `SM${'0'.repeat(31)}1`,
  MessageStatus: 'delivered',
  SmsSid: `SM${'0'.repeat(31)}1`,
  SmsStatus: 'delivered',
  To: '+33612345678',
  ApiVersion: '2010-04-01',
  RawDlrDoneDate: '2611271206',
}

function isValid(signature: string | null, url: string, parameters: ConstructorParameters<typeof URLSearchParams>[0]) {
  return isTwilioSignatureValid('12345', { signature, url, parameters: new URLSearchParams(parameters) })
}

describe('the signature of Twilio', () => {
  it.each([
    ['a URL with a query', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', URL_WITH_QUERY, CALL],
    ['a status callback', 'lmwEwOZaiMczUacJQK+PiZx6H+s=', STATUS_URL, STATUS],
    ['the URL with its standard port', '1dlZlpAAmPKcqn3jEfL75THKmtU=', STATUS_URL, STATUS],
    [
      'the URL without the port it was configured with',
      'lmwEwOZaiMczUacJQK+PiZx6H+s=',
      STATUS_URL.replace('.com', '.com:443'),
      STATUS,
    ],
  ])('is accepted for %s', (_, signature, url, parameters) => {
    expect(isValid(signature, url, parameters)).toBe(true)
  })

  it('is accepted for repeated parameters', () => {
    const parameters = 'Sid=CA123&SidAccount=AC123&Digits=5678&Digits=1234&Digits=1234'
    expect(isValid('IK+Dwps556ElfBT0I3Rgjkr1wJU=', URL_WITH_QUERY, parameters)).toBe(true)
  })

  it.each([
    ['is missing', null, URL_WITH_QUERY, CALL],
    ['is empty', '', URL_WITH_QUERY, CALL],
    ['is of another length', 'RSOYDt4T1cUTdK1PDd93', URL_WITH_QUERY, CALL],
    ['is for another query', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', URL_WITH_QUERY.replace('bar=2', 'bar=3'), CALL],
    ['is for another host', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', URL_WITH_QUERY.replace('mycompany', 'theircompany'), CALL],
    ['is for another value', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', URL_WITH_QUERY, { ...CALL, Digits: '1235' }],
    ['is for fewer parameters', 'RSOYDt4T1cUTdK1PDd93/VVr8B8=', URL_WITH_QUERY, { ...CALL, Extra: '1' }],
  ])('is refused if it %s', (_, signature, url, parameters) => {
    expect(isValid(signature, url, parameters)).toBe(false)
  })
})
