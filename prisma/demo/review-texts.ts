/** `locationIndex`: index of the location; null: a review of the company. */
export type DemoReview = { rating: number; text: string; locationIndex: number | null; reply?: string }

const HARBOUR_STREET = 0
const MARKET_SQUARE = 1
const STATION = 2

/** Oldest first. */
export const DEMO_REVIEWS: readonly DemoReview[] = [
  {
    locationIndex: HARBOUR_STREET,
    rating: 5,
    text: 'They fixed my order while I waited and explained what had gone wrong. Could not ask for more.',
    reply: 'Thank you for your patience that morning. We are glad we could put it right straight away.',
  },
  {
    locationIndex: STATION,
    rating: 2,
    text: 'One till open at half past eight, and a queue out of the door. I missed my train.',
    reply: 'We are sorry about your train. Since last week, we keep two tills open until ten.',
  },
  {
    locationIndex: null,
    rating: 4,
    text: 'Ordered online, delivered on the promised day. The parcel was a little too big.',
  },
  { locationIndex: MARKET_SQUARE, rating: 5, text: '' },
  {
    locationIndex: HARBOUR_STREET,
    rating: 5,
    text: 'Conseils clairs, sans pousser à l’achat. Je reviendrai.',
    reply: 'Merci beaucoup\u202f! Au plaisir de vous revoir.',
  },
  {
    locationIndex: STATION,
    rating: 1,
    text: 'Third repair, same fault. Each time I had to tell the whole story from the beginning.',
    reply:
      'This should not have happened. Please ask for the workshop at the counter: they have your file and are expecting you.',
  },
  { locationIndex: MARKET_SQUARE, rating: 4, text: 'Good choice and fair prices. Parking on market days is hopeless.' },
  { locationIndex: null, rating: 5, text: 'Commande reçue en deux jours, emballage soigné. Parfait.' },
  { locationIndex: HARBOUR_STREET, rating: 5, text: '' },
  {
    locationIndex: null,
    rating: 2,
    text: 'The invoice was made out to the wrong company and it took two weeks to get a new one.',
    reply: 'Two weeks is too long. Invoices are now corrected within two working days; thank you for telling us.',
  },
  { locationIndex: STATION, rating: 3, text: 'Bien situé, mais trop peu de monde au comptoir le matin.' },
  {
    locationIndex: MARKET_SQUARE,
    rating: 5,
    text: 'The lady at the counter remembered what I had bought in spring. Lovely.',
  },
  {
    locationIndex: HARBOUR_STREET,
    rating: 4,
    text: 'Very competent. The opening hours on the website were wrong, though.',
    reply: 'You were right about the hours. They are corrected now. Thank you!',
  },
  {
    locationIndex: null,
    rating: 5,
    text: 'Returned one of three items, refunded the next day without a single question.',
  },
  {
    locationIndex: STATION,
    rating: 2,
    text: 'J’ai attendu quarante minutes malgré mon rendez-vous, et personne ne s’est excusé.',
    reply: 'Nous vous présentons nos excuses. Les rendez-vous ont désormais leur propre guichet.',
  },
  { locationIndex: HARBOUR_STREET, rating: 5, text: 'Best advice in town.' },
  {
    locationIndex: MARKET_SQUARE,
    rating: 3,
    text: 'Fine, nothing special. The confirmation came a day after my visit.',
  },
  {
    locationIndex: null,
    rating: 1,
    text: 'No one answers the phone on Saturdays, although the website says they do.',
    reply: 'We are sorry. From this month, we answer the phone on Saturdays from nine to one.',
  },
  { locationIndex: HARBOUR_STREET, rating: 5, text: 'Accueil chaleureux, tout était prêt à mon arrivée.' },
  { locationIndex: MARKET_SQUARE, rating: 5, text: '' },
  {
    locationIndex: STATION,
    rating: 4,
    text: 'Much better than in summer. Two people at the counter now, and hardly any wait.',
  },
  {
    locationIndex: null,
    rating: 4,
    text: 'Livraison rapide. Il manquait la notice, envoyée le lendemain par courriel.',
  },
  {
    locationIndex: HARBOUR_STREET,
    rating: 5,
    text: 'Called me back exactly when they said they would. That never happens.',
    reply: 'It should always happen. Thank you for saying so!',
  },
  {
    locationIndex: MARKET_SQUARE,
    rating: 2,
    text: 'I was sent from one desk to the next three times before anyone could help.',
  },
  { locationIndex: STATION, rating: 3, text: '' },
  {
    locationIndex: null,
    rating: 5,
    text: 'Ordered for the whole office, one invoice, no surprises. Exactly what we needed.',
  },
  {
    locationIndex: MARKET_SQUARE,
    rating: 4,
    text: 'Équipe à l’écoute et bons produits. Un peu d’attente le samedi.',
    reply: 'Merci pour votre avis. Le samedi, le début d’après-midi est le plus calme.',
  },
  { locationIndex: HARBOUR_STREET, rating: 5, text: 'The workshop found in five minutes what two others had missed.' },
  {
    locationIndex: null,
    rating: 3,
    text: 'Product as described. The website lost my basket twice before I could pay.',
  },
  {
    locationIndex: STATION,
    rating: 1,
    text: 'La réparation a tenu quatre jours. J’ai dû revenir et payer une pièce de plus.',
    reply:
      'Cette pièce n’aurait pas dû vous être facturée. Écrivez-nous avec votre numéro de commande, nous la remboursons.',
  },
  { locationIndex: HARBOUR_STREET, rating: 4, text: '' },
  { locationIndex: MARKET_SQUARE, rating: 5, text: 'Fair, quick, friendly. My third time here and always the same.' },
  { locationIndex: null, rating: 5, text: 'Support answered within ten minutes, in plain words, on a Sunday evening.' },
  {
    locationIndex: STATION,
    rating: 4,
    text: 'Le guichet des rendez-vous change tout\u202f: reçu à l’heure.',
    reply: 'Merci, c’est exactement ce que nous espérions.',
  },
  { locationIndex: HARBOUR_STREET, rating: 5, text: 'I keep recommending them to my neighbours.' },
  { locationIndex: MARKET_SQUARE, rating: 3, text: 'Les conseils sont bons, les prix un peu élevés.' },
  { locationIndex: null, rating: 2, text: 'My order was late and no one told me. I only found out when I asked.' },
  {
    locationIndex: STATION,
    rating: 3,
    text: 'Handy next to the platforms, but it is cramped and hard to get in with a pram.',
  },
  { locationIndex: HARBOUR_STREET, rating: 5, text: 'Rien à redire, comme toujours.' },
  { locationIndex: MARKET_SQUARE, rating: 5, text: 'Booked online in a minute, served on the minute.' },
]
