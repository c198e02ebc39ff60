import { decodeQR } from 'qr/decode.js'
import { expect, it } from 'vitest'
import { drawQrCode } from './qr-code'

const MODULE_PIXELS = 4

it('a drawn QR code reads as its text', () => {
  const url = 'https://feedback.example.com/f/k7m2xqz9wbt4'
  const { size, path } = drawQrCode(url)
  const width = size * MODULE_PIXELS
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let row = 0; row < MODULE_PIXELS; row += 1)
      for (let column = 0; column < MODULE_PIXELS; column += 1) {
        const pixel = (Number(y) * MODULE_PIXELS + row) * width + Number(x) * MODULE_PIXELS + column
        data.fill(0, pixel * 4, pixel * 4 + 3)
      }
  expect(decodeQR({ width, height: width, data })).toBe(url)
})
