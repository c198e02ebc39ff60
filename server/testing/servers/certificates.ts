import { isIP } from 'node:net'
import { generate } from 'selfsigned'

export type Certificate = { key: string; cert: string }

let authority: Promise<Certificate> | undefined

/** The test process's certificate authority, generated at run time: the repository contains no private key. */
export function testAuthority(): Promise<Certificate> {
  return (authority ??= issue('Test authority', {
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  }))
}

export async function certificateFor(
  hosts: readonly string[],
  { ca, days = [-1, 7] }: { ca?: Certificate; days?: [from: number, to: number] } = {},
): Promise<Certificate> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000)
  return issue(hosts[0] ?? 'localhost', {
    ca: ca ?? (await testAuthority()),
    notBeforeDate: day(days[0]),
    notAfterDate: day(days[1]),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) =>
          isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host },
        ),
      },
    ],
  })
}

export function selfSignedFor(host: string): Promise<Certificate> {
  return issue(host, { extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: host }] }] })
}

export function anotherAuthority(): Promise<Certificate> {
  return issue('Another authority', { extensions: [{ name: 'basicConstraints', cA: true, critical: true }] })
}

async function issue(name: string, options: Parameters<typeof generate>[1]): Promise<Certificate> {
  const generated = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...options,
  })
  return { key: generated.private, cert: generated.cert }
}
