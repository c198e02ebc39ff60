/* Made by scripts/subset-fonts.mjs. */

/** The rules of app/fonts.css without the one for code, for documents that bring their own style. */
export const FONT_FACE_CSS = `@font-face{font-family:"Geist";src:url("/fonts/geist-latin.b7e2b3bd.woff2") format("woff2");font-weight:400 700;font-display:swap;unicode-range:U+0000-024f,U+02b9-02dd,U+2000-209f,U+20a0-20c0,U+2116,U+2122,U+2190-2199,U+2212,U+221e,U+2248,U+2260-2265,U+fb01-fb02;}
@font-face{font-family:"Geist Fallback";src:local("Arial");ascent-override:95.94%;descent-override:28.16%;line-gap-override:0.00%;size-adjust:104.76%;}
@font-face{font-family:"Geist";src:url("/fonts/geist-rest.f92521b6.woff2") format("woff2");font-weight:400 700;font-display:swap;unicode-range:U+0259,U+0300-0304,U+0306-030c,U+0312,U+031b,U+0323,U+0326-0328,U+0335-0338,U+039b,U+03a9,U+03bb-03bc,U+03c0,U+0400-045f,U+0462-0463,U+046a-046b,U+0472-0475,U+0490-0493,U+0496-0497,U+049a-049b,U+04a2-04a3,U+04ae-04b3,U+04b6-04b7,U+04ba-04bb,U+04c0,U+04cf,U+04d8-04d9,U+04e2-04e3,U+04e8-04e9,U+04ee-04ef,U+0e3f,U+1e20-1e21,U+1e80-1e85,U+1e9e,U+1ea0-1ef9,U+2117,U+2126,U+2153-2155,U+215b-215e,U+219d,U+21a9-21aa,U+21b0-21b1,U+21b3-21b5,U+21e4-21e5,U+21e7,U+2202,U+2206,U+220f,U+2211,U+221a,U+222b,U+2236,U+2460-2468,U+24ea,U+24ff,U+25b2-25b3,U+25b6-25b7,U+25bc-25bd,U+25c0-25c1,U+25ca-25cc,U+25cf,U+2639-263a,U+2776-277e,U+3003,U+301c,U+a78b-a78c;}`

/** Every page needs it: asked for before the style is read. */
export const LATIN_FONT_URL = '/fonts/geist-latin.b7e2b3bd.woff2'
