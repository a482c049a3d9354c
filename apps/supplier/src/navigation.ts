import type { NavGroup } from '@zabuni/boot/navigation'
import { HouseIcon, MailIcon, ReceiptTextIcon, ShoppingCartIcon } from 'lucide-react'

/** The side navigation, grouped as people work. */
export const navigation: readonly NavGroup[] = [
  [{ to: '/supplier/dashboard', key: 'dashboard', icon: HouseIcon }],
  [
    { to: '/supplier/dashboard/cart', key: 'cart', icon: ShoppingCartIcon },
    { to: '/supplier/dashbard/letters', key: 'letters', icon: MailIcon },
    { to: '/supplier/mypayments', key: 'payments', icon: ReceiptTextIcon },
  ],
]
