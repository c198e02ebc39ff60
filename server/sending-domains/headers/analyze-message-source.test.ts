import { describe, expect, it } from 'vitest'
import { MESSAGE_SOURCE_MAX_CHARACTERS } from '../constants'
import { MessageSourceReport, ReadMessageSource } from '../schema'
import { analyzeMessageSource } from './analyze-message-source'

const GMAIL = `Delivered-To: ada@gmail.com
Received: by 2002:a05:6f02:c0e:b0:79:3a1c with SMTP id l14csp1; Fri, 27 Nov 2026 10:00:02 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com; dkim=fail header.i=@other.example; spf=fail smtp.mailfrom=x@other.example
Received: from mail.service.example (mail.service.example. [192.0.2.9])
        by mx.google.com with ESMTPS id d2e1a72fcca58
        for <ada@gmail.com>
        (version=TLS1_3 cipher=TLS_AES_256_GCM_SHA384 bits=256/256);
        Fri, 27 Nov 2026 10:00:01 -0800 (PST)
Received-SPF: pass (google.com: domain of feedback@service.example designates 192.0.2.9 as permitted sender) client-ip=192.0.2.9;
Authentication-Results: mx.google.com;
       dkim=pass header.i=@service.example header.s=relay header.b=abc;
       dkim=pass header.i=@shop.example header.s=cfs1 header.b="d;ef";
       spf=pass (google.com: domain of feedback@service.example designates 192.0.2.9 as permitted sender) smtp.mailfrom=feedback@service.example;
       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=shop.example
Received: from localhost by mail.service.example with ESMTP id 1
DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=shop.example;
 s=cfs1; h=from:to; bh=x=; b=y
DKIM-Signature: v=1; d=service.example; s=relay; b=z
From: =?UTF-8?Q?Caf=C3=A9?= (a "comment" <x@forged.example>) <feedback@shop.example>
Subject: Hello

From: body@elsewhere.example
Authentication-Results: body.example; spf=fail
`

const OUTLOOK = `Received: from DB9PR01.eurprd01.prod.exchangelabs.com (2603::1) by
 AM0PR01.eurprd01.prod.exchangelabs.com with HTTPS; Fri, 27 Nov 2026 10:00:03 +0000
Received: from mail.service.example (192.0.2.9) by AMS.mail.protection.outlook.com (10.1.1.1) with Microsoft SMTP Server (version=TLS1_2, cipher=X) id 15
Authentication-Results: spf=softfail (sender IP is 192.0.2.9)
 smtp.mailfrom=service.example; dkim=none (message not signed)
 header.d=none;dmarc=fail action=quarantine header.from=shop.example;compauth=fail reason=000
From: "Shop" <feedback@shop.example>
`

it('reads what Gmail notes: valid results, the aligned signature of several, and TLS of the hop into it', () => {
  expect(analyzeMessageSource(GMAIL)).toEqual({
    fromDomain: 'shop.example',
    reportedBy: 'mx.google.com',
    source: 'authenticationResults',
    spf: { verdict: 'pass', word: 'pass', domain: 'service.example', isAligned: false },
    dkim: { verdict: 'pass', word: 'pass', domain: 'shop.example', isAligned: true },
    dmarc: { verdict: 'pass', word: 'pass', domain: 'shop.example', isAligned: true },
    tls: { verdict: 'pass', version: '1.3' },
    signatures: [
      { domain: 'shop.example', selector: 'cfs1' },
      { domain: 'service.example', selector: 'relay' },
    ],
  })
})

it('reads what Outlook notes, which names no server: failures, and a message without a signature', () => {
  expect(analyzeMessageSource(OUTLOOK.replaceAll('\n', '\r\n'))).toMatchObject({
    reportedBy: null,
    spf: { verdict: 'fail', word: 'softfail', domain: 'service.example', isAligned: false },
    dkim: { verdict: 'none', word: 'none' },
    dmarc: { verdict: 'fail', word: 'fail', domain: 'shop.example' },
    tls: { verdict: 'pass' },
    signatures: [],
  })
})

describe('authentication results', () => {
  const analyze = (...lines: string[]) => analyzeMessageSource(`${lines.join('\n')}\nFrom: a@mail.shop.example\n\n`)

  it('of the topmost server count, not those that a sender wrote below', () => {
    const report = analyze(
      'Authentication-Results: mx.receiver.example; dkim=fail header.d=shop.example',
      'Authentication-Results: mx.receiver.example; spf=fail smtp.mailfrom=a@shop.example',
      'Authentication-Results: forged.example; dkim=pass header.d=shop.example; dmarc=pass header.from=shop.example',
    )
    expect([report.dkim.verdict, report.spf.verdict, report.dmarc.verdict]).toEqual(['fail', 'fail', 'unknown'])
  })

  it('are those of ARC where there are no others', () => {
    const report = analyze('ARC-Authentication-Results: i=2; mx.receiver.example; spf=pass smtp.mailfrom=shop.example')
    expect(report).toMatchObject({
      source: 'arc',
      reportedBy: 'mx.receiver.example',
      spf: { verdict: 'pass', isAligned: true },
    })
  })

  it.each([
    ['dkim=pass header.d=shop.example', true],
    ['dkim=pass header.i=user@deep.mail.shop.example', true],
    ['dkim=pass header.d=workshop.example', false],
    ['dkim=pass header.d=shop.example.evil.example', false],
    ['dkim=pass', null],
  ])('%s is aligned with mail.shop.example: %s', (result, isAligned) => {
    expect(analyze(`Authentication-Results: mx.example; ${result}`).dkim).toMatchObject({ verdict: 'pass', isAligned })
  })

  it.each([
    ['from a.example by mx.example with ESMTPS id 1', 'pass', null],
    ['from a.example by mx.example (Postfix) with ESMTP id 1', 'fail', null],
    ['from a.example (a.example [192.0.2.9]) (using TLSv1.2 with cipher X) by mx.example with ESMTPS', 'pass', '1.2'],
  ])('TLS of "%s" is %s', (hop, verdict, version) => {
    expect(analyze('Authentication-Results: mx.example; spf=none', `Received: ${hop}`).tls).toEqual({
      verdict,
      version,
    })
  })

  it('are absent from the source of a sent mail', () => {
    expect(analyze('Subject: Hello')).toMatchObject({
      source: 'none',
      spf: { verdict: 'unknown' },
      tls: { verdict: 'unknown' },
    })
  })
})

it.each([
  '',
  'no headers at all',
  '\n\n\n',
  ': : :',
  'From: <<>>@@\nAuthentication-Results: ;;;=;==\nReceived: from',
  `From: ${'('.repeat(30_000)}`,
  `Authentication-Results: ${'\\('.repeat(20_000)}`,
  `Authentication-Results: x; ${'dkim=pass '.repeat(6000)}`,
  `Received: from ${' by'.repeat(20_000)}`,
  `DKIM-Signature: ${'d=a;'.repeat(15_000)}`,
  'From: a@\u0000\u202e.example',
  'X: y\n'.repeat(12_000),
])('reads any text of strangers as a report: %#', (source) => {
  expect(MessageSourceReport.safeParse(analyzeMessageSource(source)).success).toBe(true)
})

it('refuses a source of more than 64 KiB', () => {
  const parse = (length: number) => ReadMessageSource.safeParse({ source: 'x'.repeat(length) }).success
  expect([parse(MESSAGE_SOURCE_MAX_CHARACTERS), parse(MESSAGE_SOURCE_MAX_CHARACTERS + 1)]).toEqual([true, false])
})
