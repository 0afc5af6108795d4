// Tells the server the device's time zone, so that times are shown in it.
// Without scripts times come in the campaign's zone, or the one chosen in the settings.
(function () {
  var zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && /^[A-Za-z0-9_+\/-]+$/.test(zone)) {
    document.cookie = "zone=" + encodeURIComponent(zone) + "; path=/; max-age=31536000; samesite=lax";
  }
})();
