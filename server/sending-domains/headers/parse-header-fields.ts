export type HeaderField = { name: string; value: string }

const FIELDS_MAX = 500

/** The unfolded header fields of a message source, from the top; its body is ignored. */
export function parseHeaderFields(source: string): HeaderField[] {
  const lines = source.trimStart().split(/\r\n|\r|\n/)
  const fields: HeaderField[] = []
  for (const line of lines) {
    // A line of white space alone ends the headers, as a mail program may have added spaces to the empty line.
    if (line.trim() === '') break
    const last = fields.at(-1)
    if (/^[ \t]/.test(line)) {
      if (last) last.value += ` ${line.trim()}`
      continue
    }
    const at = line.indexOf(':')
    if (at > 0 && fields.length < FIELDS_MAX)
      fields.push({ name: line.slice(0, at).trim().toLowerCase(), value: line.slice(at + 1).trim() })
  }
  return fields
}

/** Removes comments (RFC 5322, 3.2.2), which may be nested, outside of quoted strings. */
export function removeComments(value: string): string {
  let text = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < value.length; at += 1) {
    const character = value.charAt(at)
    if (character === '\\') {
      if (depth === 0) text += value.slice(at, at + 2)
      at += 1
      continue
    }
    if (depth === 0 && character === '"') isQuoted = !isQuoted
    if (!isQuoted && character === '(') depth += 1
    else if (!isQuoted && character === ')' && depth > 0) depth -= 1
    else if (depth === 0) text += character
  }
  return text
}

/** The domain of the address in a From field, in lower case. */
export function parseAddressDomain(value: string): string | null {
  const text = removeComments(value)
  const address = text.includes('<') ? text.slice(text.lastIndexOf('<') + 1).split('>')[0] : text
  return parseDomain(address ?? '')
}

/** `example.com` of `user@example.com`, `@example.com` or `example.com`. */
export function parseDomain(text: string): string | null {
  const domain = text
    .slice(text.lastIndexOf('@') + 1)
    .replaceAll('"', '')
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
  return /^[\p{L}\p{N}_.-]+$/u.test(domain) && domain.length <= 253 ? domain : null
}
