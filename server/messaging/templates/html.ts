/** Markup, as opposed to text that needs escaping. */
export class Html {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  toString(): string {
    return this.source
  }
}

type Part = string | number | Html | readonly Part[] | null | undefined

/** Markup with every text in it escaped; lists are joined, nothing is left out for null. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((source, string, index) => source + toSource(parts[index - 1]) + string))
}

function toSource(part: Part): string {
  if (part === null || part === undefined) return ''
  if (part instanceof Html) return part.source
  if (Array.isArray(part)) return part.map(toSource).join('')
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
