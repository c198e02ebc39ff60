/* Constants of message texts. No server dependencies: browsers load this file. */

/** Prefix of placeholders for contact properties: `{{property.<key>}}`. */
export const PROPERTY_PLACEHOLDER_PREFIX = 'property.'
