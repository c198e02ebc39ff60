'use client'

import dynamic from 'next/dynamic'

/** Loaded apart, because its dialogs would make the script that all pages share larger. */
export const LazySequenceActions = dynamic(() => import('./sequence-actions').then((module) => module.SequenceActions))
