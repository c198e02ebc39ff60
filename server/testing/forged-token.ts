/**
 * The token with its tenth character from the end replaced. The last character will not do: two of its bits are unused in base64url, and
 * decoders ignore them.
 */
export function forgeToken(token: string): string {
  const replaced = token.at(-10)
  return `${token.slice(0, -10)}${replaced === 'A' ? 'B' : 'A'}${token.slice(-9)}`
}
