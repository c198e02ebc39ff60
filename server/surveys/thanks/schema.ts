import { z } from 'zod'
import { localizableMessage } from '../../messages/localizable-message'
import { isAbsoluteUrl } from '../../validation/is-absolute-url'
import { localizedTextSchema, textSchema } from '../../validation/schema'
import {
  BUTTON_LABEL_MAX_CHARACTERS,
  ENDING_TEXT_MAX_CHARACTERS,
  THANKS_URL_MAX_CHARACTERS,
  WORDING_MAX_CHARACTERS,
} from '../constants'

/* What follows the last question. */

const Url = textSchema(THANKS_URL_MAX_CHARACTERS)
  .trim()
  .refine((text) => /^https:\/\/[^/\s]+/i.test(text) && isAbsoluteUrl(text), localizableMessage('survey.httpsUrl'))
  .meta({ example: 'https://example.com/welcome' })

export const ThanksButton = z
  .object({ label: localizedTextSchema(BUTTON_LABEL_MAX_CHARACTERS), url: Url })
  .meta({ id: 'ThanksButton', description: 'A link below the text, with an https URL.' })

/** Of an ending, too. */
export const destinationFields = {
  button: ThanksButton.nullable().exactOptional(),
  redirectUrl: Url.nullable()
    .exactOptional()
    .describe('Where the browser goes once the answers are stored, in place of the page of thanks. https only.'),
}

export const BandThanks = z
  .object({
    title: localizedTextSchema(WORDING_MAX_CHARACTERS).nullable().exactOptional(),
    text: localizedTextSchema(ENDING_TEXT_MAX_CHARACTERS).nullable().exactOptional(),
    ...destinationFields,
  })
  .meta({ id: 'BandThanks', description: 'Fields that are not set are those of the usual thanks.' })
export type BandThanks = z.infer<typeof BandThanks>

export const Thanks = z
  .object({
    positive: BandThanks.nullable().exactOptional(),
    neutral: BandThanks.nullable().exactOptional(),
    negative: BandThanks.nullable().exactOptional(),
    plain: BandThanks.nullable().exactOptional().describe('After answers without a score.'),
  })
  .describe(
    'The thanks by the band of the score, as in NPS: promoters, passives, detractors. Links to review sites are offered after every score ' +
      'or after none: one of your review links, or a page of a known review site, is refused unless all bands and endings have it.',
  )
export type Thanks = z.infer<typeof Thanks>
