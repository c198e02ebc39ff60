const AUTHORITY_MAX_CHARACTERS = 300

/**
 * Whether a text is an absolute URL. Checks the length of the host before parsing: mapping an internationalized host to
 * ASCII takes quadratic time, seconds for 20,000 characters.
 */
export function isAbsoluteUrl(text: string): boolean {
  const authority = /^[^/\\]{0,20}[/\\]{2}([^/\\?#]*)/.exec(text)?.[1] ?? text
  return authority.length <= AUTHORITY_MAX_CHARACTERS && URL.canParse(text)
}
