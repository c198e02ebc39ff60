const TWO_YEARS_S = 63_072_000

/**
 * Headers of every response: pages, API, files and errors.
 * @param {string} baseUrl public address of the service
 * @param {number | null} [hstsMaxAge] in seconds, for this host only; null: two years, including subdomains
 * @param {{ isOwnHost?: boolean }} [request] whether it came to the host of that address: subdomains of another, such as a link domain, are
 *   not ours to decide on
 * @returns {Record<string, string>}
 */
export function securityHeaders(baseUrl, hstsMaxAge = null, { isOwnHost = true } = {}) {
  const subdomains = hstsMaxAge === null && isOwnHost ? '; includeSubDomains' : ''
  const hsts = `max-age=${hstsMaxAge ?? TWO_YEARS_S}${subdomains}`
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Default for everything but pages, which set their own policy: load nothing and forbid framing.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    // Browsers ignore the header over plain http.
    ...(baseUrl.startsWith('https://') ? { 'Strict-Transport-Security': hsts } : {}),
  }
}
