import type { Sharp, SharpOptions } from 'sharp'
import { ValidationError } from '../errors'
import { type ErrorMessageKey, localizableMessage } from '../messages/localizable-message'
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from './constants'

/** Checked against the image's header, before its pixels are decompressed. */
const MAX_DECODED_PIXELS = 4096 * 4096
const MIN_SIDE_PIXELS = 16
const DECODE_TIMEOUT_SECONDS = 5
const WHITE = '#ffffff'
/** Around an image with transparency, which is cut to what can be seen and set on white. */
const MARGIN_PIXELS = 12

export type NormalizedLogo = { png: Buffer<ArrayBuffer>; width: number; height: number }

/**
 * Decodes a PNG, JPEG, WebP or GIF and re-encodes it as a PNG of at most {@link LOGO_MAX_PIXELS} and 256 colours (under 50 kB): the first
 * frame, upright, in sRGB, without metadata. Transparency is replaced by white, because mail clients that darken a message darken what is
 * behind an image, but not the image.
 * @throws {ValidationError} under `image` for another type, damaged data, or too many bytes or pixels
 */
export async function normalizeLogo(image: Uint8Array): Promise<NormalizedLogo> {
  if (image.byteLength > LOGO_MAX_BYTES) throw refusal('logo.tooLarge')
  if (image.byteLength === 0) throw refusal('logo.unreadable')
  const open = await loadDecoder()
  await checkHeader(open, image)
  const small = await shrink(open, image)
  // Some types claim transparency that no pixel has.
  const { isOpaque } = await open(small, {}).stats()
  const margin = isOpaque ? 0 : MARGIN_PIXELS
  const { data, info } = await (isOpaque ? open(small, {}) : open(small, {}).trim())
    .resize({
      width: LOGO_MAX_PIXELS.width - 2 * margin,
      height: LOGO_MAX_PIXELS.height - 2 * margin,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: WHITE })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: WHITE })
    .png({ palette: true })
    .toBuffer({ resolveWithObject: true })
  return { png: Buffer.from(data), width: info.width, height: info.height }
}

type Open = (image: Uint8Array, options: SharpOptions) => Sharp

async function checkHeader(open: Open, image: Uint8Array): Promise<void> {
  // Without a limit on pixels, because only the header is read.
  const header = await open(image, { limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!header) throw refusal('logo.unreadable')
  const { width, height } = header
  if (width * height > MAX_DECODED_PIXELS) throw refusal('logo.tooManyPixels')
  if (width < MIN_SIDE_PIXELS || height < MIN_SIDE_PIXELS) throw refusal('logo.tooSmall')
}

async function shrink(open: Open, image: Uint8Array): Promise<Buffer> {
  const small = await open(image, { limitInputPixels: MAX_DECODED_PIXELS, failOn: 'warning', sequentialRead: true })
    .autoOrient()
    .resize({ ...LOGO_MAX_PIXELS, fit: 'inside', withoutEnlargement: true })
    .png()
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .toBuffer()
    .catch(() => null)
  if (!small) throw refusal('logo.unreadable')
  return small
}

/** Loaded at the first upload: libvips takes 20 MB of memory. */
async function loadDecoder(): Promise<Open> {
  const { default: sharp } = await import('sharp')
  // Only these decoders may read a member's bytes; in particular not that of SVG, which has references and styles.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
  })
  return sharp
}

function refusal(key: Extract<ErrorMessageKey, `logo.${string}`>): ValidationError {
  return new ValidationError({ image: [localizableMessage(key)] })
}
