'use client'

import dynamic from 'next/dynamic'

/** Loaded apart, because its search would make the script that all pages share larger. */
export const LazyReviewContact = dynamic(() => import('./review-contact').then((module) => module.ReviewContact))
