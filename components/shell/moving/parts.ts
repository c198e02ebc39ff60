'use client'

/* Client-side transitions: skeletons and focus handling, loaded on the first interaction. */

export { shapeOf } from './shapes'
export { takePlace } from './whereabouts'
