'use client'

import dynamic from 'next/dynamic'

/** Loaded apart, because its field would make the script that all pages share larger. */
export const LazyTextSearchForm = dynamic(() => import('./text-search-form').then((module) => module.TextSearchForm))
