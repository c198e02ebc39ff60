const PREHEADER = /<div[^>]*style="display:none[^"]*"[^>]*>([^<]*)<\/div>/
const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

/** The hidden text of a mail that mailboxes show after its subject. */
export function extractPreheader(html: string): string {
  const text = PREHEADER.exec(html)?.[1] ?? ''
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity).trim()
}
