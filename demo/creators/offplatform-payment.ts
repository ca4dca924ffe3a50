import type { DemoCreator } from '../creator.ts'
import { fansly } from '../web/pages.ts'

export const creator: DemoCreator = {
  url: 'https://fansly.com/ruby-kestrel',
  special: 'buyers are moved to another way of paying',
  site: fansly({
    handle: 'ruby-kestrel',
    name: 'Ruby Kestrel',
    bio: 'Cosplay nights. Custom videos are cheaper by bank transfer, DM me before you order here',
  }),
  expected: {
    recommendation: ['review_low', 'review_medium'],
    codes: ['offplatform_payment'],
    isBanned: false,
    openFirst: 'https://fansly.com/ruby-kestrel',
  },
}
