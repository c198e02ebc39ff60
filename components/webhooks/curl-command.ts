export type SentRequest = { hookUrl: string; headers: Readonly<Record<string, string>>; body: string }

/** The request as a POSIX shell command, byte for byte. */
export function toCurlCommand({ hookUrl, headers, body }: SentRequest): string {
  const lines = [
    `curl ${shellQuote(hookUrl)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${shellQuote(`${name}: ${value}`)}`),
    `--data-raw ${shellQuote(body)}`,
  ]
  return lines.join(' \\\n  ')
}

/** Inside single quotes, only the single quote is special to the shell. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
