import formatPrecompiled from 'use-intl/format-message/format-only'
import { isolateBidiValues } from './bidi-isolate'

/**
 * Replaces `use-intl/format-message` in everything that Next bundles (next.config.mjs): messages are precompiled, and
 * right-to-left values are isolated in client components too.
 */
const formatMessage: typeof formatPrecompiled = (key, message, values, options) =>
  formatPrecompiled(key, message, isolateBidiValues(values), options)
// `t.raw` cannot return the text of a precompiled message.
formatMessage.raw = false

export default formatMessage
