export const recruitingSteps = [
  {
    title: 'Create Your Profile',
    text: 'Join the waiting list and tell us what you are good at. We invite you when your field is needed.',
  },
  {
    title: 'Match with Requests',
    text: 'See the open requests in your categories, talk to the customer, and grab the ones you can solve.',
  },
  {
    title: 'Unblock & Earn',
    text: 'Propose a plan, deliver it milestone by milestone, and be paid for each one that is approved.',
  },
];

export const benefits = [
  {
    title: 'Flexible Work',
    text: 'No shifts and no quota. You pick up a request when you have the time for it.',
  },
  {
    title: 'Extra Income',
    text: 'You name the hours and the rate of each milestone. The customer is asked to pay before you begin, and the roadmap shows what is funded.',
  },
  {
    title: 'Make an Impact',
    text: 'On the other side is a person whose project stands still. You get it moving again.',
  },
  {
    title: 'Cutting-Edge Experience',
    text: 'See what AI tools build in the wild, and learn to repair what they leave behind.',
  },
];

export const recruitingQuestions = [
  {
    question: 'Who can become an unblocker?',
    answer:
      'Developers of 18 or older with real experience in at least one of our fields. We look at every application.',
  },
  {
    question: 'How am I paid?',
    answer:
      'The customer is asked to pay a milestone before you begin; the roadmap shows whether it is funded, and we hold the money. When they approve your work, 90% goes to you and 10% is the platform fee.',
  },
  {
    question: 'How much do I have to work?',
    answer:
      'As much as you like. What you take on must be delivered in the time that you estimated.',
  },
  {
    question: 'What if a customer does not agree with my work?',
    answer:
      'They send the milestone back with feedback, and you submit it again. If you cannot agree, a moderator helps.',
  },
];
