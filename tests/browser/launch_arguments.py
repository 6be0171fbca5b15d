"""The arguments with which tests and benches start a Chromium: without what no page needs."""

DISABLED_FEATURES = (
    # For each profile Chromium loads two hidden pages for its address bar and a spare process:
    # twice the work of the server's page itself.
    *(
        "WebUIOmniboxPopup",
        "WebUIOmniboxAimPopup",
        "WebUIOmniboxFullPopup",
        "SpareRendererForSitePerProcess",
    ),
    # The features that Playwright disables: of two such lists Chromium reads only the last.
    *(
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose",
        "HttpsUpgrades",
        "HttpsFirstBalancedModeAutoEnable",
    ),
    *(
        "LensOverlay",
        "MediaRouter",
        "PaintHolding",
        "ThirdPartyStoragePartitioning",
        "AvoidCorsURLLoaderRestartOnRedirect",
    ),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
"""Features of Chromium that no test needs; it ignores the names that it does not know."""
LAUNCH_ARGUMENTS = [
    f"--disable-features={','.join(DISABLED_FEATURES)}",
    "--no-sandbox",  # without this it does not start as root
    "--disable-gpu",
    "--in-process-gpu",  # painting by software needs no process of its own
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--mute-audio",
    # Pages live for seconds: compiling ahead and beside them takes a tenth of their time.
    "--js-flags=--single-threaded --max-lazy",
]
