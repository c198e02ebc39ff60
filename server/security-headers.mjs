const TWO_YEARS_S = 63_072_000

/**
 * What every answer tells browsers, whatever it is: pages, the API, files, errors.
 *
 * @param {string} baseUrl where people reach the service
 * @param {number | null} [hstsMaxAge] in seconds, for this host alone; null: two years, with its subdomains
 * @returns {Record<string, string>}
 */
export function securityHeaders(baseUrl, hstsMaxAge = null) {
  const hsts = hstsMaxAge === null ? `max-age=${TWO_YEARS_S}; includeSubDomains` : `max-age=${hstsMaxAge}`
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    // Pages say what they load; anything else loads nothing, wherever it is shown.
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    // Only where people reach the service over https: on plain http the header would mean nothing.
    ...(baseUrl.startsWith('https://') ? { 'Strict-Transport-Security': hsts } : {}),
  }
}
