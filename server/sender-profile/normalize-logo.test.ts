import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ValidationError } from '../errors'
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from './constants'
import { normalizeLogo } from './normalize-logo'

const RED = { r: 255, g: 0, b: 0 }
const plain = (width: number, height: number, background = RED) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Pixels that do not compress, so that half a file is visibly less. */
function noise(width: number, height: number) {
  let seed = 7
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed >> 16
  })
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function refusalOf(image: Uint8Array): Promise<string | undefined> {
  try {
    await normalizeLogo(image)
    return undefined
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    return error.fields?.image?.[0]
  }
}

async function readPixel(png: Uint8Array, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(png)
    .removeAlpha()
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return [...data]
}

describe('an uploaded logo', () => {
  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('of type %s becomes a PNG that fits its box', async (type) => {
    const { png, width, height } = await normalizeLogo(await plain(1000, 200)[type]().toBuffer())
    expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    expect({ width, height }).toEqual({ width: LOGO_MAX_PIXELS.width, height: LOGO_MAX_PIXELS.width / 5 })
    const [red = 0, green = 255, blue = 255] = await readPixel(png, 50, 20)
    expect([red > 250, green < 5, blue < 5]).toEqual([true, true, true])
  })

  it('keeps the size of a small image, and is under 50 kB whatever its content', async () => {
    expect(await normalizeLogo(await plain(64, 32).png().toBuffer())).toMatchObject({ width: 64, height: 32 })
    const { png } = await normalizeLogo(await noise(400, 112).jpeg({ quality: 100 }).toBuffer())
    expect(png.byteLength).toBeLessThan(50_000)
  })

  it('loses transparency, so that a dark logo is on white in dark mode', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const image = sharp({ create: { width: 100, height: 40, channels: 4, background: clear } })
    const { png } = await normalizeLogo(await image.png().toBuffer())
    expect((await sharp(png).metadata()).hasAlpha).toBe(false)
    expect(await readPixel(png, 50, 20)).toEqual([255, 255, 255])
  })

  it('loses its transparent edges', async () => {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 }
    const mark = await plain(40, 40).png().toBuffer()
    const image = sharp({ create: { width: 200, height: 80, channels: 4, background: clear } })
    const { png, width, height } = await normalizeLogo(
      await image
        .composite([{ input: mark, left: 5, top: 5 }])
        .png()
        .toBuffer(),
    )
    expect({ width, height }).toEqual({ width: 64, height: 64 })
    expect(await readPixel(png, 32, 32)).toEqual([255, 0, 0])
  })

  it('is upright, and without the metadata of the photo', async () => {
    const exif = { IFD0: { Copyright: 'the place where it was taken' } }
    const photo = await plain(300, 100).withExif(exif).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect(photo.includes('the place')).toBe(true)
    const { png, width, height } = await normalizeLogo(photo)
    expect(height / width).toBeGreaterThan(2)
    expect(png.includes('the place')).toBe(false)
    expect((await sharp(png).metadata()).exif).toBeUndefined()
  })

  it.each(['gif', 'webp'] as const)('shows only the first frame of an animated %s', async (type) => {
    const frames = [RED, { r: 0, g: 0, b: 255 }].map((background) => ({
      create: { width: 40, height: 40, channels: 3 as const, background },
    }))
    const pages = await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer()))
    const joined = sharp(pages, { join: { animated: true } })
    const timing = { delay: [100, 100], loop: 0 }
    const animation = await (type === 'gif' ? joined.gif(timing) : joined.webp(timing)).toBuffer()
    expect((await sharp(animation).metadata()).pages).toBe(2)
    const { png, width, height } = await normalizeLogo(animation)
    expect({ width, height }).toEqual({ width: 40, height: 40 })
    expect((await readPixel(png, 20, 20))[2]).toBeLessThan(20)
  })

  it('is refused above 200 kB, and accepted at 200 kB', async () => {
    const png = await plain(64, 64).png().toBuffer()
    const padded = (bytes: number) => Buffer.concat([png], bytes)
    expect(await refusalOf(padded(LOGO_MAX_BYTES))).toBeUndefined()
    expect(await refusalOf(padded(LOGO_MAX_BYTES + 1))).toBe('logo.tooLarge')
  })

  it('is refused by its header if its pixels would fill the memory', async () => {
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: RED } })
      .png({ palette: true, colours: 2 })
      .toBuffer()
    expect(bomb.byteLength).toBeLessThan(LOGO_MAX_BYTES)
    expect(await refusalOf(bomb)).toBe('logo.tooManyPixels')
    // Nothing but a header, with 60,000 by 60,000 pixels: refused before the missing pixels are noticed.
    const header = Buffer.from(await plain(64, 64).png().toBuffer()).subarray(0, 33)
    header.writeUInt32BE(60_000, 16)
    header.writeUInt32BE(60_000, 20)
    expect(await refusalOf(header)).toMatch(/^logo\.(?:tooManyPixels|unreadable)$/)
  })

  it('is refused if it is smaller than 16 pixels', async () => {
    expect(await refusalOf(await plain(15, 100).png().toBuffer())).toBe('logo.tooSmall')
  })

  it.each(['png', 'jpeg', 'webp', 'gif'] as const)('is refused if half of the %s is missing', async (type) => {
    const whole = await noise(120, 120)[type]().toBuffer()
    expect(await refusalOf(whole)).toBeUndefined()
    expect(await refusalOf(whole.subarray(0, whole.byteLength / 2))).toBe('logo.unreadable')
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>'
  it.each([
    ['SVG', Buffer.from(svg)],
    ['HTML', Buffer.from('<!doctype html><img src=x onerror=alert(1)>')],
    ['nothing', Buffer.alloc(0)],
    ['the first bytes of a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ])('is refused if it is %s', async (_, image) => {
    expect(await refusalOf(image)).toBe('logo.unreadable')
  })

  it.each(['tiff', 'avif'] as const)('is refused if it is %s', async (type) => {
    expect(await refusalOf(await plain(64, 64)[type]().toBuffer())).toBe('logo.unreadable')
  })
})
