import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("appops, and pm for notifications", () => {
  testOnPhone(used, [
    {
      script:
        "for who in com.android.shell shell 2000; do appops set $who android:mock_location allow; done; appops get shell MOCK_LOCATION; cmd appops set shell mock_location default; appops get shell MOCK_LOCATION",
      told: [
        ...Array.from({ length: 3 }, () => 'putSetting "secure" "mock_location" "1"'),
        'putSetting "secure" "mock_location" "0"',
      ],
      stdout: "MOCK_LOCATION: allow\nMOCK_LOCATION: ignore\n",
    },
    {
      script:
        "appops set com.example.notes POST_NOTIFICATION ignore; appops get com.example.notes POST_NOTIFICATION; dumpsys package com.example.notes | grep POST; pm grant com.example.notes android.permission.POST_NOTIFICATIONS; appops get com.example.notes POST_NOTIFICATION",
      told: [
        'putSetting "secure" "blocked_notification_packages" "com.example.notes"',
        'putSetting "secure" "blocked_notification_packages" ""',
      ],
      stdout:
        "POST_NOTIFICATION: ignore\n        android.permission.POST_NOTIFICATIONS: granted=false\nPOST_NOTIFICATION: allow\n",
    },
    {
      script:
        "pm revoke com.example.notes android.permission.POST_NOTIFICATIONS; pm revoke com.none android.permission.POST_NOTIFICATIONS 2>&1 | tail -1",
      told: ['putSetting "secure" "blocked_notification_packages" "com.example.notes"'],
      stdout: "java.lang.IllegalArgumentException: Unknown package: com.none\n",
    },
    [
      "appops get com.none POST_NOTIFICATION; appops get com.example.notes CAMERA; appops set com.example.notes POST_NOTIFICATION maybe; appops get com.example.notes MOCK_LOCATION; appops set com.example.notes MOCK_LOCATION allow; appops get com.example.notes constructor",
      "Error: No UID for com.none in user 0\nError: Unknown operation string: CAMERA\nError: Mode maybe is not valid,\nNo operations.\nError: MOCK_LOCATION does not apply to com.example.notes\nError: Unknown operation string: constructor\n",
      "",
      255,
    ],
  ]);
});
