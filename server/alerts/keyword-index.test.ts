import { describe, expect, it } from 'vitest'
import { buildKeywordIndex, findKeywords } from './keyword-index'

const find = (words: string[], ...texts: string[]) => [...findKeywords(buildKeywordIndex(words), texts)].sort()

describe('findKeywords', () => {
  it('finds a term at the start of a word, and inside a word only in scripts without spaces', () => {
    expect(find(['refund', 'ate'], 'refunded too late')).toEqual(['refund'])
    expect(find(['ate'], 'I ate', "l'ate", '(ate)')).toEqual(['ate'])
    expect(find(['退款', 'เงิน'], '我要退款', 'ขอเงินคืน')).toEqual(['退款', 'เงิน'].sort())
    expect(find(['#slow', 'a b'], 'so #slow', 'x a b')).toEqual(['#slow', 'a b'])
  })

  it('finds terms that are prefixes of each other, and reads letters outside the basic plane', () => {
    expect(find(['re', 'refund', 'refunded'], 'refunded')).toEqual(['re', 'refund', 'refunded'])
    expect(find(['bad'], '𝒳bad')).toEqual([])
    expect(find(['bad'], '🙂bad')).toEqual(['bad'])
  })

  it('finds nothing in an empty text, and never an empty term', () => {
    expect(find(['', 'a'], '', ' ')).toEqual([])
  })
})
