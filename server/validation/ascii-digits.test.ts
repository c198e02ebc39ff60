import { expect, it } from 'vitest'
import { toAsciiDigits } from './ascii-digits'

it.each([
  ['ASCII, and what is no digit', ' 12-3a½²x', ' 12-3a½²x'],
  ['Arabic', '٠١٢٣٤٥٦٧٨٩', '0123456789'],
  ['Persian', '۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['Devanagari', '०१२३४५६७८९', '0123456789'],
  ['fullwidth', '０１２３４５６７８９', '0123456789'],
  ['the second of five runs of mathematical ones', '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡', '0123456789'],
  ['mixed', '1٢३', '123'],
])('converts digits of any script to ASCII: %s', (_, text, read) => {
  expect(toAsciiDigits(text)).toBe(read)
})
