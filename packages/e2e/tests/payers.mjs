// Who pays in which journey. A company has one cart, of one currency and one payment at a time: two journeys that pay for the
// same company at the same time take each other's ways of paying away.
const person = (n) => `supplier${n}@zabuni.test`

export const payers = {
  tasks: person(2),
  desk: person(3),
  // One after another; a company may begin ten payments at once.
  pages: [person(4), person(5), person(6)],
  refund: person(7),
  dispute: person(8),
  letter: person(9),
  transfer: person(10),
  unnamed: person(11),
}
