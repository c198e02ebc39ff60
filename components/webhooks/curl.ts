export type SentRequest = { hookUrl: string; headers: Readonly<Record<string, string>>; body: string }

/** The request as one command for a POSIX shell, byte for byte. */
export function curlCommand({ hookUrl, headers, body }: SentRequest): string {
  const lines = [
    `curl ${quoted(hookUrl)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ]
  return lines.join(' \\\n  ')
}

/** Nothing is special to the shell between single quotes but the single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
